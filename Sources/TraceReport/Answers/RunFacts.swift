/// The facts of a run that outputs for other systems hold beside what was found.
package struct RunFacts: Sendable, Equatable {
  /// As in `0.1.0`.
  package var toolVersion: String
  /// The code with which the program ends, whatever the format.
  package var exitCode: Int32
  /// True if a log could not be read: the program then ends with an error, whatever was found.
  package var lacksInput: Bool
  /// The absolute path of the folder that the program runs in; empty if the system does not say it.
  package var workingDirectory: String
  /// The name that distinguishes the results of one check from those of another on the same commit.
  package var category: String

  /// The facts of a run.
  package init(
    toolVersion: String = "", exitCode: Int32 = 0, lacksInput: Bool = false, workingDirectory: String = "",
    category: String = "tracetool/check"
  ) {
    self.toolVersion = toolVersion
    self.exitCode = exitCode
    self.lacksInput = lacksInput
    self.workingDirectory = workingDirectory
    self.category = category
  }
}
