internal import JourneyBase

extension Reading {
    /// The bytes that are signed and hashed: RFC 8785 without the signature. Numbers that it would change are refused, so
    /// that no two readers see two manifests.
    func canonicalForm() throws(Refusal) -> [UInt8] {
        var members = self.value.object ?? [:]
        members["signature"] = nil
        let value = JSONValue.object(members)
        guard let bytes = value.canonicalBytesIfSame else {
            throw Refusal(
                .manifestInvalid, at: "", "The manifest holds a number that is not spelled as RFC 8785 spells it.",
                .numberSpelling)
        }
        return bytes
    }
}
