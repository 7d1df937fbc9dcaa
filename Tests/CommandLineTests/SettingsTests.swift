import Testing
import TraceModel

@testable import tracetool

@Suite(.tags(.small)) struct SettingsTests {
  static func defaults(_ variables: [String: String]) throws -> Defaults {
    try Defaults([EnvironmentSettings(variable: { variables[$0] })])
  }

  @Test(
    arguments: [
      ([:], "check", "tracetool.db", "'tracetool.db'"),
      (["TRACETOOL_STORE": "e.db"], "check", "e.db", "'e.db' (named by $TRACETOOL_STORE)"),
      (["TRACETOOL_STORE": "e.db"], "check --store o.db", "o.db", "'o.db'"),
    ] as [([String: String], String, String, String)])
  func `an option wins over the environment, and that over what is built in`(
    _ variables: [String: String], _ line: String, _ store: String, _ name: String
  ) throws {
    let command = try Parser(defaults: try Self.defaults(variables)).parse(ParsingTests.words(line))
    #expect(command.invocation.store == store)
    #expect(command.invocation.storeName.description == name)
  }

  @Test func `a value remembers the last layer that set it`() throws {
    #expect(Defaults().store.origin == .builtIn)
    let defaults = try Self.defaults(["TRACETOOL_STORE": "e.db"])
    #expect(defaults.store.origin == .environment("TRACETOOL_STORE"))
    #expect(defaults.color.origin == .builtIn)
  }

  @Test(arguments: [("check", ""), ("check --store tracetool.db", ""), ("check --store o.db", "--store o.db")])
  func `the next command to type names the store if it is not the default`(_ line: String, _ words: String) throws {
    #expect(try ParsingTests.command(line).invocation.storeWords.joined(separator: " ") == words)
  }
}
