"""torch.save in a loop: one file of features for each file of audio, and a checkpoint of the loop's
progress.

The checkpoint is a dictionary. It is saved over the former one and loaded at the start:
https://pytorch.org/tutorials/recipes/recipes/saving_and_loading_a_general_checkpoint.html
"""

import torch

from writing import main


def path_of(out, file):
    return out / f"{file:06}.pt"


def write(out, work):
    checkpoint = out / "checkpoint.pt"
    first = torch.load(checkpoint)["file"] if checkpoint.exists() else 0
    for file in range(first, len(work)):
        torch.save(torch.from_numpy(work.compute(file)), path_of(out, file))
        torch.save({"file": file + 1}, checkpoint)


def read(out, work):
    for file in range(len(work)):
        yield torch.load(path_of(out, file)).numpy()


if __name__ == "__main__":
    main(write, read)
