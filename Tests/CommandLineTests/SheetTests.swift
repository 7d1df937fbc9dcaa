import Testing

/// Rows for spreadsheets: each row says what its launch ran on.
@Suite(.tags(.large)) struct SheetTests {
  private static let context = ["app", "appVersion", "appBuild", "deviceModel", "osVersion", "device"]

  /// The values of these columns in the row that begins with `beginning`.
  private func values(_ csv: String, _ beginning: String) -> [String] {
    let rows = csv.split(separator: "\r\n").map { row in
      // Nothing in the columns that are compared has a comma, but the model in quotes.
      row.replacing("\"iPhone14,5\"", with: "iPhone14;5").split(separator: ",", omittingEmptySubsequences: false)
    }
    let found = rows.first { $0.joined(separator: ",").hasPrefix(beginning) }
    guard let row = found, let titles = rows.first else { return [] }
    // Messages hold commas: these columns are counted from the end.
    return Self.context.compactMap { name in
      titles.firstIndex { $0 == name }.map { String(row[row.count - titles.count + $0]) }
    }
  }

  @Test func `launches and findings have app, version, build, model, system and device`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let values = [
      "com.example.shop", "4.9.0", "4901", "iPhone14;5", "17.4.1", "c058b633-e777-4838-a06c-4d2b04f94f70",
    ]
    let findings = try place.run("check", "--all", "--format", "csv", "shop.jsonl").output
    #expect(self.values(findings, "error,certain,background.handler-overrun,") == values, "\(findings)")
    let median = self.values(findings, "warning,certain,launch.slow,")
    #expect(median == ["com.example.shop", "4.9.0", "", "iPhone14;5", "", ""])
    let launches = try place.run("report", "--each", "--format", "csv", "shop.jsonl").output
    #expect(self.values(launches, "e8f921bd-") == values)
    // Documents and screens stay as they are.
    #expect(try !place.run("check", "--all", "--format", "json", "shop.jsonl").output.contains("appBuild"))
    #expect(try !place.run("check", "--all", "shop.jsonl").output.contains("c058b633"))
  }
}
