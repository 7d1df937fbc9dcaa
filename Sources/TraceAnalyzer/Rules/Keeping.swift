/// Which of the candidates that a rule finds in a launch are kept.
enum Keeping: Sendable { case first, longest, each }
