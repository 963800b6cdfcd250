"""Chart types: the facts each needs and one draw function a renderer."""
