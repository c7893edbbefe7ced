internal import JourneyBase

extension Reading {
    /// Returns the bytes that are signed and hashed: the RFC 8785 form without the signature. Numbers that it would change are
    /// refused, so that all readers see the same manifest.
    func canonicalForm() throws(Refusal) -> [UInt8] {
        var members = self.value.object ?? [:]
        members["signature"] = nil
        let value = JSONValue.object(members)
        guard let bytes = value.canonicalBytesIfSame else {
            throw Refusal(
                .manifestInvalid, at: "",
                "The manifest has a number that is not in the canonical form of RFC 8785, such as 1.0 or 1e2.",
                .numberSpelling)
        }
        return bytes
    }
}
