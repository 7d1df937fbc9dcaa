import Foundation
import Testing

/// Log archives, which another program reads, and the sysdiagnoses in which they come.
@Suite(.tags(.large)) struct LogArchiveTests {
  #if canImport(Darwin)
    private static let program = "log"
    private static let words = ["show", "--style", "ndjson", "--archive", nil]
  #else
    private static let program = "unifiedlog_iterator"
    private static let words = ["--mode", "log-archive", "--input", nil, "--format", "jsonl"]
  #endif
  /// A name that a shell takes for options and a command.
  private static let hostile = "-x '; touch pwned #.logarchive"
  private static let sysdiagnose = "sysdiagnose_2025.10.01_12-00-00"

  /// A log archive of either name, a sysdiagnose as a folder and as an archive, and a stand-in for the program, which
  /// notes its arguments and prints kept lines; it lies in the folder `bin`, one that fails in `broken`.
  private func made() throws -> Workplace {
    let place = Workplace()
    let lines = "\(Built.project)/Tests/Formats/unified-log/iterator.jsonl"
    let print = #"printf '%s\n' "$@" > '\#(place.file(".arguments"))'; cat '\#(lines)' '\#(lines)' '\#(lines)'"#
    try place.write("bin/text", "#!/bin/sh\n\(print)\n")
    try place.write("broken/text", "#!/bin/sh\n\(print)\nexit 7\n")
    try place.write("\(Self.hostile)/Persist/1.tracev3", "binary")
    try place.write("a.logarchive/Persist/1.tracev3", "binary")
    try place.write("\(Self.sysdiagnose)/system_logs.logarchive/Persist/1.tracev3", "binary")
    for number in 1...12 { try place.write("\(Self.sysdiagnose)/file\(number).txt", "nothing of it\n") }
    // A copy, because Linux runs no file that is open for writing: a program that another test starts at the moment of
    // the writing holds it open.
    let installed = "for folder in bin broken; do cp $folder/text $folder/\(Self.program); rm $folder/text; done"
    let made =
      "\(installed); chmod +x bin/* broken/*; cp -R \(Self.sysdiagnose) renamed; tar czf device.tar.gz \(Self.sysdiagnose)"
    #expect(try place.shell(made).code == 0)
    return place
  }

  private func path(_ folder: String, of place: Workplace) -> [String: String] {
    ["PATH": "\(folder.isEmpty ? "" : place.file(folder) + ":")\(RunningProgram.path)"]
  }

  @Test(arguments: ["a.logarchive", "a.logarchive/", "./\(hostile)", sysdiagnose, "renamed", "."])
  func `an installed program reads a log archive, whatever its name`(name: String) throws {
    let place = try made()
    if name == "." { _ = try place.shell("rm -r a.logarchive renamed device.tar.gz sysdiagnose*") }
    let said = try place.run("report", name, "--format", "json", environment: path("bin", of: place))
    #expect(said.code == 0, "\(said.errors)")
    #expect(said.errors.contains("logarchive: read as unified-log") || name == "a.logarchive/", "\(said.errors)")
    #expect(said.output.contains("com.example.shop"), "\(said.output)")
    let given = try String(contentsOfFile: place.file(".arguments"), encoding: .utf8).split(separator: "\n")
    #expect(given.count == Self.words.count)
    for (word, expected) in zip(given, Self.words) {
      // The archive is named by an absolute path, as one word.
      let isRight = expected.map { word == $0 } ?? (word.hasPrefix("/") && word.contains(".logarchive"))
      #expect(isRight, "\(word)")
    }
    #expect(try place.shell("test -e pwned").code == 1)
    let isOfDevice = name == Self.sysdiagnose || name == "renamed"
    let counted = "skipped 12 files of the sysdiagnose '\(name)' that hold no log\n"
    #expect(said.errors.contains(counted) == isOfDevice, "\(said.errors)")
    #expect(!said.errors.contains("file1.txt"))
  }

  @Test(arguments: ["", "bin:.", "broken"])
  func `a log archive that was not read, or not to its end, is named with what to do`(folder: String) throws {
    let place = try made()
    var environment = path(folder, of: place)
    // Only absolute folders are searched.
    if folder == "bin:." { environment = ["PATH": folder] }
    if folder.isEmpty { environment = ["PATH": place.path] }
    for name in ["a.logarchive", "./\(Self.hostile)", "renamed"] {
      let said = try place.run("ingest", name, "--store", "\(name.count).db", environment: environment)
      #expect(said.code == 3, "\(said.errors)")
      if folder == "broken" {
        #expect(said.errors.contains("'\(Self.program)' ended with code 7; what came before was read"))
        #expect(said.output.contains("1 launch"), "\(said.output)")
      } else {
        #expect(said.errors.contains("only the program '\(Self.program)' reads a log archive"), "\(said.errors)")
        #expect(said.errors.contains("log show --style ndjson --archive '"))
      }
    }
    #expect(try place.shell("test -e pwned").code == 1)
  }

  @Test func `a log archive within an archive is named once, with what to do`() throws {
    let place = try made()
    let said = try place.run("ingest", "device.tar.gz", "--store", "s.db", environment: path("bin", of: place))
    #expect(said.code == 3)
    let name = "device.tar.gz/\(Self.sysdiagnose)/system_logs.logarchive"
    let error = """
      tracetool: cannot read '\(name)': it is a log archive within an archive; unpack the outer one, then run tracetool \
      on the folder: tar -xf 'device.tar.gz'

      """
    #expect(said.errors.contains(error), "\(said.errors)")
    let counted = "skipped 12 files of the sysdiagnose 'device.tar.gz/\(Self.sysdiagnose)' that hold no log\n"
    #expect(said.errors.contains(counted), "\(said.errors)")
    #expect(said.errors.components(separatedBy: "logarchive").count == 2)
    #expect(!FileManager.default.fileExists(atPath: place.file(".arguments")))
  }

  @Test func `a signal ends a program that is silent`() throws {
    let place = try made()
    let programs = HeldPipe(in: place)
    try place.write("text", "#!/bin/sh\nexec 9> '\(place.file("held"))'\nexec sleep 60\n")
    #expect(try place.shell("cp text bin/\(Self.program)").code == 0)
    let run = try place.start(["check", "a.logarchive"], environment: path("bin", of: place))
    #expect(programs.wait(untilHeld: true))
    run.signal(SIGTERM)
    #expect(run.wait().code == 143)
    #expect(programs.wait(untilHeld: false), "the program still runs")
  }
}
