/// Text as a terminal shows it.
package enum DisplayText {
  /// The text with everything that could steer a terminal written out, as `\u{1B}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    return text.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16, uppercase: true)
      return steers(scalar) ? "\\u{\(code)}" : String(scalar)
    }.joined()
  }

  /// How many columns of a terminal the text takes.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The text cut to at most `limit` columns, which end in `end` where it was cut.
  package static func cut(_ text: String, to limit: Int, end: String = "…") -> String {
    guard width(text) > limit else { return text }
    let room = limit - width(end)
    var used = 0
    return text.prefix { character in
      used += width(character)
      return used <= room
    } + end
  }

  private static func width(_ character: Character) -> Int {
    let first = character.unicodeScalars.first?.value ?? 0
    return first >= 0x1100 && wide.contains { $0.contains(first) } ? 2 : 1
  }

  /// Source: Unicode Standard Annex #11, East Asian Width, classes W and F by block.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFF60, 0x1F300...0x3FFFD,
  ]

  /// Control characters, line separators, and what turns the direction of text.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl || 0x2028...0x2029 ~= scalar.value
  }
}
