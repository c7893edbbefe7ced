public import JourneyBase

/// From where a run can be taken up again: no payload and nothing that a person typed.
public struct ResumePoint: Hashable, Sendable {
    /// The step that the run goes on in.
    public var step: StepID
    /// What the manifest has kept of the steps' outputs (`resumePolicy.keep`), by step and name.
    public var outputs: [String: [String: String]]
    /// Logical attempts with a key whose end the run has not heard, by `PendingCall.scope`: the fingerprints of their
    /// arguments.
    public var open: [String: [UInt8]]
    /// Logical attempts with a key that were done, or that the bank will never do.
    public var closed: Set<String>

    public init(
        step: StepID, outputs: [String: [String: String]] = [:], open: [String: [UInt8]] = [:],
        closed: Set<String> = []
    ) {
        self.step = step
        self.outputs = outputs
        self.open = open
        self.closed = closed
    }

    /// Whether `text` may be kept: 1 to 128 letters, digits, `-`, `_`, `.` or `~`. References look like that; names,
    /// addresses and sentences do not.
    static func mayKeep(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_.~".utf8.contains(byte)
            }
    }
}
