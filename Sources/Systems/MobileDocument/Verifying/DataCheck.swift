/// Steps 3 and 7: checks that the items are those that the issuer signed, and that values match their elements' forms.
struct DataCheck {
    let digests: VerificationCheck
    let valueTypes: VerificationCheck
    let elements: [DocumentReport.Element]

    init(_ document: PresentedDocument, templates: [DocumentTemplate], policy: AcceptancePolicy) {
        let mso = document.issuerSigned.mso
        var elements: [DocumentReport.Element] = []
        elements.reserveCapacity(
            document.issuerSigned.nameSpaces.reduce(document.deviceSigned.elements.count) { $0 + $1.items.count })
        var faults: [(code: String, reason: String)] = []
        for space in document.issuerSigned.nameSpaces {
            var ids: Set<UInt64> = []
            var names: Set<String> = []
            for item in space.items {
                let fault = DataCheck.fault(of: item, in: mso, space.name, ids: &ids, names: &names)
                if let fault { faults.append(fault) }
                elements.append(
                    .init(
                        name: ElementName(space.name, item.elementIdentifier), source: .issuer,
                        value: item.elementValue,
                        isCovered: fault == nil))
            }
        }
        let count = elements.count
        if let first = faults.first {
            digests = .failed(.digests, first.code, first.reason + "; \(faults.count) of \(count) items")
        } else if count == 0 {
            digests = .notRun(.digests, "the issuer-signed part has no items")
        } else {
            digests = .passed(.digests, "\(count) items match their \(mso.digestAlgorithm.digestName) digests")
        }
        for element in document.deviceSigned.elements {
            elements.append(
                .init(
                    name: element.name, source: .device, value: element.value,
                    isCovered: mso.keyAuthorizations.allow(element.name.identifier, in: element.name.nameSpace)))
        }
        self.elements = elements
        valueTypes = DataCheck.checkTypes(
            elements, templates.first { $0.docType == document.docType }, policy)
    }

    /// Returns the reason why an item is not one that the issuer signed.
    private static func fault(
        of item: IssuerSignedItem, in mso: MobileSecurityObject, _ space: String, ids: inout Set<UInt64>,
        names: inout Set<String>
    ) -> (code: String, reason: String)? {
        guard ids.insert(item.digestID).inserted else {
            return (VerificationFault.digestUsedTwice.rawValue, "two items of a namespace have the same digest ID")
        }
        guard names.insert(item.elementIdentifier).inserted else {
            return (VerificationFault.elementTwice.rawValue, "two items of a namespace have the same name")
        }
        guard let digest = mso.valueDigests.exact(space)?[item.digestID] else {
            return (VerificationFault.noDigest.rawValue, "the MSO has no digest for an item")
        }
        guard digest.elementsEqual(item.digest(mso.digestAlgorithm)) else {
            return (VerificationFault.badDigest.rawValue, "an item does not match its digest in the MSO")
        }
        guard item.random.count >= IssuerSignedItem.leastRandom else {
            return (VerificationFault.shortRandom.rawValue, "an item has fewer than 16 random bytes")
        }
        return nil
    }

    private static func checkTypes(
        _ elements: [DocumentReport.Element], _ template: DocumentTemplate?, _ policy: AcceptancePolicy
    ) -> VerificationCheck {
        guard let template else { return .notRun(.valueTypes, "no template for this document type was given") }
        var known = 0
        var findings: [Finding] = []
        for element in elements {
            guard let form = template.form(of: element.name.identifier, in: element.name.nameSpace) else { continue }
            known += 1
            guard form.admits(element.value) else {
                findings.append(
                    Finding(
                        check: .elementTypes, code: VerificationFault.valueType.rawValue,
                        detail: mismatch(element, template)))
                continue
            }
        }
        guard known > 0 else { return .notRun(.valueTypes, "the template has none of the elements") }
        return .judged(
            .valueTypes, findings, by: policy,
            "\(known - findings.count) of \(elements.count) elements are in the template and match their forms")
    }

    /// Returns the clause for a value of the wrong form, with the edition that has its form or the one that was expected.
    private static func mismatch(_ element: DocumentReport.Element, _ template: DocumentTemplate) -> String {
        let clause = "the value of \(element.name.identifier) does not match its form"
        let other = DocumentTemplate.earlier.first {
            $0.docType == template.docType
                && $0.form(of: element.name.identifier, in: element.name.nameSpace)?.admits(element.value) == true
        }
        if let edition = other?.edition { return clause + "; it is that of \(edition)" }
        return template.edition.map { clause + " in \($0)" } ?? clause
    }
}
