import TraceRecorder
import UIKit

/// Two ways for traces to leave a phone that has the app from TestFlight or the App Store.
enum TraceFiles {
  /// Sends the files to a server of yours, which answers 200 to each that it keeps; these are removed from the phone.
  static func upload(to server: URL) async {
    await AppTrace.uploadFiles { file in
      var request = URLRequest(url: server.appendingPathComponent(file.lastPathComponent))
      request.httpMethod = "PUT"
      let answer = try? await URLSession.shared.upload(for: request, fromFile: file)
      return (answer?.1 as? HTTPURLResponse)?.statusCode == 200
    }
  }

  /// Opens a share sheet, with which a person sends the files by mail or AirDrop; they stay on the phone.
  @MainActor static func share(from page: UIViewController, beside button: UIView) async {
    let files = await AppTrace.closedFiles()
    let sheet = UIActivityViewController(activityItems: files, applicationActivities: nil)
    sheet.popoverPresentationController?.sourceView = button
    page.present(sheet, animated: true)
  }
}
