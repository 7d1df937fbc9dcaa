import TraceAnalyzer

extension Selection {
  /// The options that select launches.
  static var options: [Option<Self>] {
    let options: [Option<Self>] = [
      .value("--app", "ID", "Only launches of this app", \.app, as: .text),
      .value("--app-version", "VERSION", "Only launches of this version", \.appVersion, as: .text),
      .value("--app-build", "BUILD", "Only launches of this build", \.appBuild, as: .text),
      .value("--os", "VERSION", "Only launches on this system; 18 selects every 18.x", \.os, as: .text),
      .value("--device-model", "MODEL", "Only launches on this model", \.deviceModel, as: .text),
      .value(
        "--device-class", "CLASS", "Only launches on models of this class of the configuration", \.deviceClass,
        as: .text),
      .value("--device", "ID", "Only launches on this device", \.device, as: .text),
      .value("--launch", "ID", "Only this launch; the beginning of its id is enough", \.launch, as: .text),
      .value("--kind", "KIND", "Only launches of this kind", \.kind, as: .choice),
      .value(
        "--since", "TIME", "Only launches that began at this time or later, as a day or RFC 3339", \.since,
        as: .instant),
      .value("--until", "TIME", "Only launches that began before this time", \.until, as: .instant),
    ]
    return options.map(\.once.forListing)
  }
}
