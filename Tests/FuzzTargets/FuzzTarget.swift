/// One way in for bytes that somebody else chose, as a fuzzer drives it: it must take any bytes without a trap, in bounded
/// time, and what it accepts must keep its promises.
public struct FuzzTarget: Sendable, CustomStringConvertible {
    /// As on the command line.
    public let name: String
    /// Well-formed inputs to start from.
    public let seeds: [[UInt8]]
    /// Feeds `input` to the code, and stops the process when a promise is broken.
    public let run: @Sendable (_ input: [UInt8]) -> Void

    public var description: String { name }

    init(_ name: String, seeds: [String], run: @escaping @Sendable ([UInt8]) -> Void) {
        self.init(name, seeds: seeds.map { Array($0.utf8) }, run: run)
    }

    init(_ name: String, seeds: [[UInt8]], run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    /// All of them.
    public static let all: [FuzzTarget] = [
        .json, .jws, .keySet, .url, .httpRequest, .requestReader, .connection, .proxyHeader, .forwarded, .multipart,
        .der,
        .certificate, .revocationList, .cms, .jwe, .openAPI, .cbor, .cose, .engagement, .ndef, .link, .session,
        .request, .mdocResponse, .mso, .vical, .website,
        .pass, .passContent,
    ]
}

/// Stops the process: the fuzzer keeps the input that led here.
func promise(_ isKept: Bool, _ what: StaticString) {
    guard isKept else { preconditionFailure("\(what)") }
}
