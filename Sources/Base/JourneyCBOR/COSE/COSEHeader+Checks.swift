/// The rules for header parameters (RFC 9052, section 3 and 3.1; RFC 9360, section 2).
extension COSEHeader {
    /// Labels are numbers or texts, and one stands in one bucket once.
    static func checkLabels(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member]
    ) throws(CBORError) {
        var seen: Set<CBORValue> = []
        for member in protected + unprotected {
            guard member.key.integer != nil || member.key.text != nil else {
                throw CBORError(.unexpectedType, at: member.key.offset, "a label is no number and no text")
            }
            guard seen.insert(member.key.value).inserted else {
                throw CBORError(.duplicateKey, at: member.key.offset, "a parameter that both headers have")
            }
        }
    }

    /// What is marked as critical has to be understood, and to be protected with its mark.
    static func checkCritical(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member], _ understood: Set<Int64>
    ) throws(CBORError) {
        if let stray = find(Label.critical, in: unprotected) {
            throw CBORError(.notAllowed, at: stray.offset, "the list of critical parameters is not protected")
        }
        guard let list = find(Label.critical, in: protected) else { return }
        let labels = try list.expectArray("the list of critical parameters")
        guard !labels.isEmpty else {
            throw CBORError(.notAllowed, at: list.offset, "the list of critical parameters is empty")
        }
        for label in labels {
            guard let number = label.integer, understood.contains(number), find(number, in: protected) != nil else {
                throw CBORError(.unsupported, at: label.offset, "a critical parameter is not understood")
            }
        }
    }

    /// One certificate as a byte string, or several in an array.
    static func chain(
        _ protected: [CBORItem.Member], _ unprotected: [CBORItem.Member]
    ) throws(CBORError) -> [ArraySlice<UInt8>] {
        guard let item = find(Label.chain, in: protected) ?? find(Label.chain, in: unprotected) else { return [] }
        if let one = item.bytes { return [one] }
        let items = try item.expectArray("x5chain", count: 1...mostCertificates)
        var chain: [ArraySlice<UInt8>] = []
        for item in items { chain.append(try item.expectBytes("a certificate of x5chain")) }
        return chain
    }
}
