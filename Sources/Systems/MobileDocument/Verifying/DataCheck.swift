import JourneyCBOR

/// Steps 3, 4 and 7: whether the items are the issuer's, and what was asked for.
struct DataCheck {
    let digests: VerificationCheck
    let docType: VerificationCheck
    let requestedOnly: VerificationCheck
    let valueTypes: VerificationCheck
    let elements: [DocumentReport.Element]

    init(_ document: PresentedDocument, request: [RequestedDocument]?, templates: [DocumentTemplate]) {
        let mso = document.issuerSigned.mso
        var elements: [DocumentReport.Element] = []
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
            digests = .notRun(.digests, "the issuer's part has no items")
        } else {
            digests = .passed(.digests, "\(count) items have their \(mso.digestAlgorithm.digestName) digests")
        }
        for element in document.deviceSigned.elements {
            elements.append(
                .init(
                    name: element.name, source: .device, value: element.value,
                    isCovered: mso.keyAuthorizations.allow(element.name.identifier, in: element.name.nameSpace)))
        }
        self.elements = elements
        docType = DataCheck.checkType(document, mso, request)
        requestedOnly = DataCheck.checkRequest(elements, document.docType, request)
        valueTypes = DataCheck.checkTypes(elements, templates.first { $0.docType == document.docType })
    }

    /// Why an item is none of the issuer's.
    private static func fault(
        of item: IssuerSignedItem, in mso: MobileSecurityObject, _ space: String, ids: inout Set<UInt64>,
        names: inout Set<String>
    ) -> (code: String, reason: String)? {
        guard ids.insert(item.digestID).inserted else {
            return ("MDOC_DIGEST_USED_TWICE", "two items of a namespace have the same digest id")
        }
        guard names.insert(item.elementIdentifier).inserted else {
            return ("MDOC_ELEMENT_TWICE", "two items of a namespace have the same name")
        }
        guard let digest = mso.valueDigests[space]?[item.digestID] else {
            return ("MDOC_NO_DIGEST", "the MSO has no digest for an item")
        }
        guard digest.elementsEqual(item.digest(mso.digestAlgorithm)) else {
            return ("MDOC_BAD_DIGEST", "an item has another digest than the MSO says")
        }
        guard item.random.count >= IssuerSignedItem.leastRandom else {
            return ("MDOC_SHORT_RANDOM", "an item has fewer than 16 random bytes")
        }
        return nil
    }

    private static func checkType(
        _ document: PresentedDocument, _ mso: MobileSecurityObject, _ request: [RequestedDocument]?
    ) -> VerificationCheck {
        guard mso.docType.name.utf8.elementsEqual(document.docType.name.utf8) else {
            return .failed(.docType, "MDOC_DOCTYPE_MISMATCH", "the issuer signed another type than the response says")
        }
        guard let request else {
            return .passed(.docType, "MSO and response agree; what was asked for is not known")
        }
        guard request.contains(where: { $0.docType == document.docType }) else {
            return .failed(.docType, "MDOC_DOCTYPE_NOT_REQUESTED", "a type that was not asked for")
        }
        return .passed(.docType, "MSO, response and request agree")
    }

    private static func checkRequest(
        _ elements: [DocumentReport.Element], _ docType: DocumentType, _ request: [RequestedDocument]?
    ) -> VerificationCheck {
        guard let request else { return .notRun(.requestedOnly, "what was asked for is not known") }
        let asked = Set(request.filter { $0.docType == docType }.flatMap(\.elements))
        let extra = elements.filter { $0.source == .issuer && !isAsked($0, asked) }
        guard extra.isEmpty else {
            return .failed(.requestedOnly, "MDOC_NOT_REQUESTED", "\(extra.count) elements that were not asked for")
        }
        return .passed(.requestedOnly, "every element was asked for")
    }

    /// Whether it was asked for, or is the statement of another age that answers for one that was.
    private static func isAsked(_ element: DocumentReport.Element, _ asked: Set<ElementName>) -> Bool {
        if asked.contains(element.name) { return true }
        guard let age = AgeElement(element.name.identifier), let value = element.value.boolean else { return false }
        return asked.contains { name in
            guard name.nameSpace == element.name.nameSpace, let wanted = AgeElement(name.identifier) else {
                return false
            }
            return value ? age.years >= wanted.years : age.years <= wanted.years
        }
    }

    private static func checkTypes(
        _ elements: [DocumentReport.Element], _ template: DocumentTemplate?
    ) -> VerificationCheck {
        guard let template else { return .notRun(.valueTypes, "nothing is known of this type of document") }
        var known = 0
        for element in elements {
            guard let form = template.form(of: element.name.identifier, in: element.name.nameSpace) else { continue }
            known += 1
            guard form.admits(element.value) else {
                return .failed(
                    .valueTypes, "MDOC_VALUE_TYPE", "\(element.name.identifier) has a value of another form")
            }
        }
        guard known > 0 else { return .notRun(.valueTypes, "no element whose form is known") }
        return .passed(.valueTypes, "\(known) of \(elements.count) elements are known, and have their forms")
    }
}
