/// An entry point for untrusted bytes, as a fuzzer drives it. It must accept any bytes without a trap and in bounded time, and
/// accepted input must satisfy its invariants.
public struct FuzzTarget: Sendable, CustomStringConvertible {
    /// The name on the command line.
    public let name: String
    /// Well-formed inputs to start from.
    public let seeds: [[UInt8]]
    /// Feeds `input` to the code, and stops the process when an invariant is violated.
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

    /// All targets.
    public static let all: [FuzzTarget] = [
        .json, .jws, .keySet, .url, .httpRequest, .requestReader, .connection, .proxyHeader, .forwarded, .multipart,
        .der,
        .certificate, .revocationList, .cms, .jwe, .openAPI, .cbor, .cose, .engagement, .ndef, .link, .session,
        .request, .mdocResponse, .mso, .vical, .vicalPolicies, .statusToken,
        .deviatingCertificate, .website,
        .pass, .passContent, .expression, .merchantCode, .consumerCode, .upiLink,
    ]
}

/// Stops the process if an invariant is violated, so that the fuzzer stores the input.
func promise(_ isKept: Bool, _ what: StaticString) {
    guard isKept else { preconditionFailure("\(what)") }
}
