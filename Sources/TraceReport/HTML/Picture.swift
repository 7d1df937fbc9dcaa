import TraceModel

/// A picture as values: shapes with their positions in pixels of the design, from which SVG is made last.
struct Picture: Sendable, Equatable {
  /// One shape; y grows downwards.
  enum Shape: Sendable, Equatable {
    /// A filled rectangle; `frame` is the color of a line around it, inside.
    case bar(x: Double, y: Double, width: Double, height: Double, Ink, frame: Ink? = nil)
    case line(x1: Double, y1: Double, x2: Double, y2: Double, Ink, width: Double = 1, dash: String? = nil)
    /// A filled circle; the inside of a ring has the color of the page.
    case dot(x: Double, y: Double, radius: Double, Ink, isRing: Bool = false, opacity: Double = 1)
    case path([Point], Ink, width: Double, dash: String? = nil)
    case text(Label)
  }

  struct Point: Sendable, Equatable {
    let x, y: Double
  }

  /// A text at a position inside of its picture: the code that makes it has measured it.
  struct Label: Sendable, Equatable {
    enum Anchor: String, Sendable { case start, middle, end }

    let x, y: Double
    let text: String
    var ink = Ink.ink
    var isBold = false
    var size = 12.0
    var anchor = Anchor.start

    /// From left to right, at most.
    var extent: ClosedRange<Double> {
      let width = TextWidth.of(text, size: size, isBold: isBold)
      switch anchor {
      case .start: return x...x + width
      case .middle: return x - width / 2...x + width / 2
      case .end: return x - width...x
      }
    }

    func touches(_ other: Label) -> Bool {
      (y - other.y).magnitude < max(size, other.size) * 1.08 && extent.overlaps(other.extent)
    }
  }

  var width = 328.0
  var height: Double
  /// A title, and a sentence with the picture's numbers for those who do not see it.
  var title, description: Sentence
  var shapes: [Shape] = []

  var labels: [Label] { shapes.compactMap { if case .text(let label) = $0 { label } else { nil } } }

  /// Keeps lines from crossing a label that stands above it.
  static func ground(_ label: Label) -> Shape {
    .bar(
      x: label.extent.lowerBound - 1, y: label.y - label.size + 1,
      width: label.extent.upperBound - label.extent.lowerBound + 2,
      height: label.size + 2, .paper)
  }

  mutating func addIfFree(_ label: Label) {
    let isInside = label.extent.lowerBound >= 0 && label.extent.upperBound <= width
    if isInside, !labels.contains(where: label.touches) { shapes.append(.text(label)) }
  }

  /// `name` is unique on the page.
  func markup(name: String) -> Markup {
    let titleID = "\(name)t"
    let descriptionID = "\(name)d"
    let head: [Markup] = [
      .tag(.title, [.init(.id, titleID)], [.text(title)]),
      .tag(.desc, [.init(.id, descriptionID)], [.text(description)]),
    ]
    return .tag(
      .svg,
      [
        .init(.role, "img"), .init(.ariaLabelledby, "\(titleID) \(descriptionID)"), .init(.width, Self.number(width)),
        .init(.height, Self.number(height)), .init(.viewBox, "0 0 \(Self.number(width)) \(Self.number(height))"),
        .init(.fontFamily, "-apple-system, Segoe UI, system-ui, sans-serif"),
      ], head + shapes.map(\.markup))
  }

  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let rest = tenths.magnitude % 10
    return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }
}

extension Picture.Shape {
  fileprivate var markup: Markup {
    switch self {
    case .bar(let x, let y, let width, let height, let ink, let frame):
      let inset = frame == nil ? 0.0 : 0.5
      return .tag(
        .rect,
        [
          Self.at(.x, x + inset), Self.at(.y, y + inset), Self.at(.width, max(width - 2 * inset, 0.5)),
          Self.at(.height, height - 2 * inset),
        ] + Self.colors(fill: ink, stroke: frame))
    case .line(let x1, let y1, let x2, let y2, let ink, let width, let dash):
      return .tag(
        .line,
        [Self.at(.x1, x1), Self.at(.y1, y1), Self.at(.x2, x2), Self.at(.y2, y2)] + Self.stroke(ink, width, dash))
    case .dot(let x, let y, let radius, let ink, let isRing, let opacity):
      let colors = isRing ? Self.colors(fill: .paper, stroke: ink) : Self.colors(fill: ink, stroke: nil)
      let faint = opacity < 1 ? [Self.at(.opacity, opacity)] : []
      return .tag(.circle, [Self.at(.cx, x), Self.at(.cy, y), Self.at(.r, radius)] + colors + faint)
    case .path(let points, let ink, let width, let dash):
      let steps = points.enumerated().map { index, point in
        "\(index == 0 ? "M" : "L")\(Picture.number(point.x)) \(Picture.number(point.y))"
      }
      let path = Markup.Attribute(.d, steps.joined())
      return .tag(.path, [path, .init(.fill, "none")] + Self.stroke(ink, width, dash))
    case .text(let label):
      let anchor = label.anchor == .start ? [] : [Markup.Attribute(.textAnchor, label.anchor.rawValue)]
      let weight = label.isBold ? [Markup.Attribute(.fontWeight, "600")] : []
      return .tag(
        .text,
        [Self.at(.x, label.x), Self.at(.y, label.y), Self.at(.fontSize, label.size)] + anchor + weight
          + Self.colors(fill: label.ink, stroke: nil), [.text("\(name: label.text)")])
    }
  }

  private static func at(_ name: Markup.Name, _ value: Double) -> Markup.Attribute {
    Markup.Attribute(name, Picture.number(value))
  }

  private static func colors(fill: Ink, stroke: Ink?) -> [Markup.Attribute] {
    let classes = (["f-\(fill.rawValue)"] + (stroke.map { ["s-\($0.rawValue)"] } ?? [])).joined(separator: " ")
    return [.init(.class, classes), .init(.fill, fill.light)] + (stroke.map { [.init(.stroke, $0.light)] } ?? [])
  }

  private static func stroke(_ ink: Ink, _ width: Double, _ dash: String?) -> [Markup.Attribute] {
    [.init(.class, "s-\(ink.rawValue)"), .init(.stroke, ink.light), at(.strokeWidth, width)]
      + (dash.map { [.init(.strokeDasharray, $0)] } ?? [])
  }
}

/// The width of a text in an unknown font, by DejaVu Sans, the widest font that a browser uses by default.
enum TextWidth {
  /// In pixels, rather more than less.
  static func of(_ text: String, size: Double, isBold: Bool) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ems($1) } * size * (isBold ? 1.1 : 1)
  }

  /// The characters of a text that fit, and `…` if some do not.
  static func cut(_ text: String, to width: Double, size: Double = 12, isBold: Bool = false) -> String {
    let shown = "\(Sentence.name(text, limit: 100))"
    if of(shown, size: size, isBold: isBold) <= width { return shown }
    var used = of("…", size: size, isBold: isBold)
    let kept = shown.unicodeScalars.prefix { scalar in
      used += ems(scalar) * size * (isBold ? 1.1 : 1)
      return used <= width
    }
    return String(String.UnicodeScalarView(kept)) + "…"
  }

  private static func ems(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "m", "w", "M", "W", "@", "%", "…", "—", "+", "−", "–", "<", ">": 1
    case " ", ".", ",", ":", ";", "'", "i", "j", "l", "I", "|", "·", "(", ")", "/", "-", "t", "f", "r": 0.45
    case "A"..."Z": 0.8
    case "!"..."~": 0.65
    case _ where scalar.value < 0x1100: 0.9
    default: 1.4
    }
  }
}
