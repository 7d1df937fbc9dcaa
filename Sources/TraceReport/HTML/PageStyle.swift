#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The colors of pictures and text, by what they mean.
///
/// Color never stands alone: the compared group is thinner or dashed, and values over a budget have a dash or letter.
enum Ink: String, CaseIterable, Sendable {
  case ink, quiet, axis, grid
  /// The newest version, the launch that is shown, objects on screen.
  case newest
  /// The group or launch to compare with, and work in the background.
  case earlier
  /// Spread, and inactive objects; always framed.
  case wash
  /// The budget, times over it, and errors.
  case over
  /// Behind a warning's letter.
  case amber
  /// Behind a pause that was cut out.
  case pause
  case paper
  /// Text on amber, in both schemes.
  case onAmber

  /// As `#RRGGBB`, on a light page.
  var light: String {
    switch self {
    case .ink, .onAmber: "#1B1F24"
    case .quiet: "#57606A"
    case .axis: "#818B98"
    case .grid: "#E4E8ED"
    case .newest: "#0B5CAD"
    case .earlier: "#6E7781"
    case .wash: "#B6D4F0"
    case .over: "#B3261E"
    case .amber: "#F2B33D"
    case .pause: "#F4F6F8"
    case .paper: "#FFFFFF"
    }
  }

  /// As `#RRGGBB`, on a dark page.
  var dark: String {
    switch self {
    case .ink: "#E6EAF0"
    case .onAmber: "#1B1F24"
    case .quiet: "#9AA4B2"
    case .axis: "#6B7683"
    case .grid: "#2A2F37"
    case .newest: "#6CB6FF"
    case .earlier: "#8B949E"
    case .wash: "#28527F"
    case .over: "#FF8A80"
    case .amber: "#F2B33D"
    case .pause: "#1F232A"
    case .paper: "#16181D"
    }
  }
}

/// The style sheet of all pages, and the policy that lets a browser apply it and load no other resource.
///
/// Pictures have their light colors in attributes, for servers that forbid styles, as Jenkins does; the sheet adds
/// layout, the dark scheme and print.
enum PageStyle {
  /// For `Content-Security-Policy`.
  static let policy: String = {
    let hash = Data(KeyedHash.digest(Array(sheet.utf8))).base64EncodedString()
    return "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'"
  }()

  static let sheet: String = {
    let light = Ink.allCases.map { "--\($0.rawValue):\($0.light)" }.joined(separator: ";")
    let dark = Ink.allCases.map { "--\($0.rawValue):\($0.dark)" }.joined(separator: ";")
    let narrow = narrowWidths.map { "@media screen and (max-width:\($0)px){.past\($0){display:block}}" }
    let classes = Ink.allCases.map { ink in
      ".f-\(ink.rawValue){fill:var(--\(ink.rawValue))}.s-\(ink.rawValue){stroke:var(--\(ink.rawValue))}"
    }
    return """

      :root{color-scheme:light dark;\(light)}
      @media (prefers-color-scheme:dark){:root{\(dark)}}
      \(classes.joined(separator: "\n"))
      \(layout)
      \(narrow.joined(separator: "\n"))

      """
  }()

  /// The widths of windows, in pixels, below which a box may say that it scrolls.
  static let narrowWidths = [360, 400, 480, 560, 640, 712, 800, 900, 1000, 1096]

  private static let layout = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:15px/22px -apple-system,"Segoe UI",system-ui,sans-serif;\
    font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
    header,main,footer{max-width:1096px;padding:0 16px;margin:0 auto}
    header{padding-top:40px}
    h1{font-size:24px;line-height:30px;font-weight:600;margin:0;max-width:45em}
    h2{font-size:17px;line-height:22px;font-weight:600;margin:48px 0 2px}
    h3{font-size:15px;line-height:22px;font-weight:600;margin:0}
    p{margin:0;max-width:60em;color:var(--quiet)}
    h1+p{margin-top:4px}
    h2+p{margin-bottom:16px}
    h2+p+p{margin:-16px 0 16px}
    h2+.grid,h2+figure{margin-top:16px}
    .small,footer p,summary,li p{font-size:13px;line-height:20px}
    .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(328px,100%),1fr));gap:28px 40px}
    figure{margin:0;min-width:0}
    figcaption{font-size:13px;line-height:18px;color:var(--quiet);margin-bottom:4px}
    figcaption strong{display:block;font-size:14px;line-height:20px;font-weight:600;color:var(--ink)}
    svg{display:block;max-width:100%;height:auto}
    .scroll{overflow-x:auto;max-width:100%}
    .scroll:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--newest);outline-offset:2px}
    .wide{margin-top:20px}
    details{margin-top:16px;color:var(--quiet)}
    summary{cursor:pointer;width:fit-content}
    table{border-collapse:collapse;font-size:13px;line-height:20px;margin-top:8px;color:var(--ink);overflow-wrap:normal}
    caption{text-align:left;color:var(--quiet);padding-bottom:4px}
    th,td{text-align:left;vertical-align:top;padding:2px 16px 2px 0;font-weight:400}
    td{max-width:32em;overflow-wrap:break-word}
    thead th{color:var(--quiet);border-bottom:1px solid var(--grid)}
    th.number,.number{text-align:right}
    .number,.short,thead th{white-space:nowrap}
    .long{min-width:18em}
    ul{list-style:none;margin:0;padding:0;max-width:60em}
    li{border-top:1px solid var(--grid);padding:12px 0 12px 34px;position:relative}
    h3 svg{position:absolute;left:0;top:12px}
    li details{margin-top:2px}
    .note{margin-top:16px}
    a{color:var(--newest)}
    footer{padding-top:48px;padding-bottom:40px}
    .skip{display:block;position:absolute;left:-9999px}
    .skip:focus{left:16px;top:8px;background:var(--paper);padding:4px}
    @media screen and (max-width:711px){.broad{display:none}.narrow{display:block}}
    @media print{body{font-size:11pt}header{padding-top:0}figure,li{break-inside:avoid}h2,h2+p,h2+p+p,figcaption{break-after:avoid}\
    .scroll{overflow:visible}.skip{display:none}@page{size:landscape;margin:12mm}}
    """
}
