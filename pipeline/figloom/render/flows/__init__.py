"""Flowcharts: figures and arrows, laid out by Graphviz, painted on our own canvas."""
