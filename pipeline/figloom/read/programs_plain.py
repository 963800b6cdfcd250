"""A person's function as its chart says it: without what no box shows, tests spelt out."""

from __future__ import annotations

import ast


def plain(node: ast.FunctionDef) -> None:
    """Leave out the docstring, annotations of variables and defaults of parameters, whose values
    are always put in; and spell tests of a name alone, which stands in other boxes too: `while b`
    becomes `b != 0`, and `if found` becomes `found == True`."""
    node.body = undocumented(node.body)
    node.args.defaults = []
    _Plain(node).visit(node)


def undocumented(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements without the docstring that they may begin with."""
    first = body[0] if body else None
    told = first.value if isinstance(first, ast.Expr) else None
    return body[1:] if isinstance(told, ast.Constant) and isinstance(told.value, str) else body


class _Plain(ast.NodeTransformer):
    def __init__(self, function: ast.FunctionDef) -> None:
        self.inputs = {one.arg for one in function.args.args}
        self.values: dict[str, list[ast.expr]] = {}
        for part in ast.walk(function):
            if isinstance(part, ast.Assign | ast.AnnAssign) and part.value:
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                for target in targets:
                    self.values.setdefault(ast.unparse(target), []).append(part.value)
        whole = [part for known in self.values.values() for value in known
                 for part in ast.walk(value)]  # fmt: skip
        self.numbers = not any(
            isinstance(part, ast.Constant) and isinstance(part.value, str) for part in whole
        )

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None or not isinstance(node.target, ast.Name):
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = self._spelt(node.test)
        return self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        node.test = self._spelt(node.test)
        return self.generic_visit(node)

    def _spelt(self, test: ast.expr) -> ast.expr:
        # A text that holds something is no number other than 0.
        if not isinstance(test, ast.Name) or not self.numbers:
            return test
        known = self.values.get(test.id, [])
        truth = test.id not in self.inputs and known and all(map(_is_truth, known))
        sign, side = (ast.Eq(), True) if truth else (ast.NotEq(), 0)
        spelt = ast.Compare(test, [sign], [ast.copy_location(ast.Constant(side), test)])
        return ast.copy_location(spelt, test)


def _is_truth(value: ast.expr) -> bool:
    """Whether an expression comes to True or False."""
    if isinstance(value, ast.BoolOp):
        return all(map(_is_truth, value.values))
    if isinstance(value, ast.Constant):
        return isinstance(value.value, bool)
    negated = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    return negated or isinstance(value, ast.Compare)
