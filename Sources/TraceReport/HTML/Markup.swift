import TraceModel

/// A piece of a page: an element of one of a few kinds, or text.
///
/// Text of logs can add neither a tag nor an attribute: elements and names of attributes come from lists of this file,
/// and texts between them are escaped at one point, where they are written.
indirect enum Markup: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  enum Tag: String, Sendable {
    case html, head, meta, title, body, a, header, main, footer, section, figure, figcaption, div, span, bdi, strong, p,
      ul, li
    case h1, h2, h3, details, summary, table, caption, thead, tbody, tr, th, td, code
    case svg, desc, rect, circle, line, path, text
  }

  enum Name: String, Sendable {
    case lang, charset, httpEquiv = "http-equiv", name, content, href, id, `class`, role, tabindex, scope, hidden
    case ariaLabel = "aria-label", ariaLabelledby = "aria-labelledby", ariaHidden = "aria-hidden"
    case width, height, viewBox, fill, stroke, strokeWidth = "stroke-width", strokeDasharray = "stroke-dasharray"
    case opacity, x, y, x1, y1, x2, y2, cx, cy, r, d, rx
    case fontFamily = "font-family", fontSize = "font-size", fontWeight = "font-weight", textAnchor = "text-anchor"
  }

  struct Attribute: Sendable, Equatable {
    let name: Name
    let value: Sentence

    init(_ name: Name, _ value: Sentence) {
      self.name = name
      self.value = value
    }

    init(_ name: Name, _ value: String) { self.init(name, "\(name: value)" as Sentence) }
  }

  case element(Tag, [Attribute], [Markup])
  case text(Sentence)
  /// The style sheet, which is the same in all pages and needs no escapes.
  case style

  init(stringLiteral text: StaticString) { self = .text(Sentence(stringLiteral: text)) }

  init(stringInterpolation pieces: Sentence.StringInterpolation) { self = .text(Sentence(stringInterpolation: pieces)) }

  static func tag(_ tag: Tag, _ attributes: [Attribute] = [], _ content: [Markup] = []) -> Markup {
    .element(tag, attributes, content)
  }

  static func tag(_ tag: Tag, _ className: String, _ content: [Markup]) -> Markup {
    .element(tag, [Attribute(.class, className)], content)
  }

  func write(to page: inout String) {
    switch self {
    case .text(let text): page += Self.escaped(text)
    case .style: page += "<style>\(PageStyle.sheet)</style>"
    case .element(let tag, let attributes, let content):
      page += "<\(tag.rawValue)"
      for attribute in attributes { page += " \(attribute.name.rawValue)=\"\(Self.escaped(attribute))\"" }
      page += ">"
      // The only element without an end here.
      if tag == .meta { return page += "\n" }
      for piece in content { piece.write(to: &page) }
      page += "</\(tag.rawValue)>"
      if Self.endingLines.contains(tag) { page += "\n" }
    }
  }

  /// About the size in bytes, more rather than less.
  var byteCount: Int {
    switch self {
    case .text(let text): Self.escaped(text).utf8.count
    case .style: PageStyle.sheet.utf8.count
    case .element(_, let attributes, let content):
      content.reduce(30) { $0 + $1.byteCount }
        + attributes.reduce(0) { $0 + $1.name.rawValue.utf8.count + 4 + Self.escaped($1).utf8.count }
    }
  }

  /// A page is read by people, too, and compared line by line.
  private static let endingLines: Set<Tag> = [
    .title, .head, .header, .main, .footer, .section, .figure, .figcaption, .div, .p, .ul, .li, .h1, .h2, .h3, .details,
    .summary, .table, .caption, .thead, .tbody, .tr, .svg, .desc, .rect, .circle, .line, .path, .text,
  ]

  private static let mostOfText = 1000

  /// The value of an attribute; only the steps of a path may be longer than a text.
  private static func escaped(_ attribute: Attribute) -> String {
    escaped(attribute.value, limit: attribute.name == .d ? .max : mostOfText)
  }

  /// A text for content and for values in double quotes, on one line.
  private static func escaped(_ sentence: Sentence, limit: Int = mostOfText) -> String {
    // Beside characters that control a terminal HTML forbids the noncharacters of Unicode.
    sentence.cut(to: limit).written(ours: escaped) { escaped(OutsideText.escaped($0)) }
  }

  private static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && ![0x26, 0x3C, 0x3E, 0x22, 0x27].contains($0) }
    if isPlain { return text }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(scalar)
      }
    }.joined()
  }
}
