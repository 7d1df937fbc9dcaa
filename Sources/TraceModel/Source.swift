/// A file or a pipe that logs come from; its name is in `Symbols.sourceNames`.
public enum Source {}
