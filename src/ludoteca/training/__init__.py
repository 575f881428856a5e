"""Training of networks by self-play, on a CPU with NumPy or on a GPU with PyTorch."""
