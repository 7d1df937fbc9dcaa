import Foundation
import Testing

@testable import tracetool

/// Tables of README.md that repeat what the program declares.
@Suite(.tags(.medium)) struct ReadmeTests {
  @Test func `README lists every exit code with its meaning`() throws {
    let readme = try String(contentsOfFile: "\(Built.project)/README.md", encoding: .utf8)
    let lines = readme.split(separator: "\n").map(String.init)
    let table = lines.drop { $0 != "| exit code | meaning |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    #expect(Array(table) == ExitCode.allCases.map { "| \($0.rawValue) | \($0.meaning) |" })
  }
}
