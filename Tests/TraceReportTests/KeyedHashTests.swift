import Testing

@testable import TraceReport

/// The hash against what its standards publish.
@Suite(.tags(.small)) struct KeyedHashTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// FIPS 180-4's examples, and the longest message that one block holds and the shortest that it does not.
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `SHA-256 is the standard's`(text: String, count: Int, digest: String) {
    #expect(hex(KeyedHash.digest(Array(String(repeating: text, count: count).utf8))) == digest)
  }

  /// RFC 4231, section 4: a short key, a shorter one, one of 131 bytes.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the keyed hash is HMAC`(key: [UInt8], text: String, code: String) {
    #expect(hex(KeyedHash(key: key).of(text.utf8)) == code)
  }

  @Test func `names that differ in digits alone share their letters, and no more`() {
    let redaction = Redaction(key: Array("a key of the test's own".utf8), formats: ["canonical", "measure"])
    let names = ["upload-1", "upload-2", "upload-1", "upload", "Upload-1"].compactMap { redaction.hidden($0, "name") }
    #expect(names[0] != names[1] && names[0] == names[2])
    #expect(names[0].prefix(16) == names[1].prefix(16))
    #expect(names[3].prefix(16) != names[0].prefix(16) && names[3].count == 16)
    #expect(names[4].prefix(16) != names[0].prefix(16))
    #expect(redaction.hidden("ABC-1", "device") == redaction.hidden("abc-1", "device"))
    #expect(redaction.hidden("0", "task") == "0" && redaction.hidden("main", "thread") == "main")
  }
}
