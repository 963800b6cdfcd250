"""A flowchart made by hand whose answers a person can find; every kind of part is in it once."""

from __future__ import annotations

from figloom.types import Category, Flow, FlowEdge, FlowNode, Provenance, Variable

HERE = Provenance("handmade", "Apache-2.0")


def shop() -> Flow:
    """An order: a guard with its own end, a split, a loop, a test of a number, two lanes."""
    nodes = (
        FlowNode("n1", "Order arrives", "start", "ellipse", "pink", "l1"),
        FlowNode("n2", "Read order", "io", "parallelogram", "green", "l1", tag="10"),
        FlowNode("n3", "Item in stock?", "decision", "diamond", "yellow", "l1", tag="20"),
        FlowNode("n4", "Order refused", "end", "ellipse", "pink", "l1"),
        FlowNode("f", "", "fork", "bar", lane="l2"),
        FlowNode("n5", "Print label", "process", "rectangle", "green", "l2", border="red"),
        FlowNode("n6", "Fetch goods", "process", "rectangle", "blue", "l2", border="red"),
        FlowNode("j", "", "join", "bar", lane="l2"),
        FlowNode("n7", "Weigh parcel", "process", "rectangle", "blue", "l2"),
        FlowNode("n8", "Over 5 kg?", "decision", "diamond", "yellow", "l2"),
        FlowNode("n9", "Call a van", "process", "rectangle", "blue", "l2"),
        FlowNode("n10", "Seal box", "process", "rectangle", "green", "l2"),
        FlowNode("n11", "Seal tight?", "decision", "diamond", "yellow", "l2"),
        FlowNode("n12", "Parcel sent", "end", "ellipse", "pink", "l1"),
    )
    arrows = (
        ("n1", "n2", "", ""), ("n2", "n3", "", ""), ("n3", "f", "Yes", ""),
        ("n3", "n4", "No", ""), ("f", "n5", "", ""), ("f", "n6", "", ""), ("n5", "j", "", ""),
        ("n6", "j", "", ""), ("j", "n7", "", ""), ("n7", "n8", "", ""),
        ("n8", "n9", "Heavy", "weight > 5"), ("n8", "n10", "Light", "weight <= 5"),
        ("n9", "n10", "", ""), ("n10", "n11", "", ""), ("n11", "n10", "Leaks", ""),
        ("n11", "n12", "Holds", ""),
    )  # fmt: skip
    edges = tuple(
        FlowEdge(f"e{number}", source, target, text, when=when)
        for number, (source, target, text, when) in enumerate(arrows, 1)
    )
    weight = Variable("weight", "the parcel's weight", 1, 20, "kg")
    lanes = (Category("l1", "Office"), Category("l2", "Store"))
    return Flow(
        "Sending a parcel", nodes, edges, lanes, "n1", "", HERE,
        structure="process", variables=(weight,),
    )  # fmt: skip
