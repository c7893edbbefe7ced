internal import JourneyBase

extension LintRun {
    /// Numbers that the signed form would spell otherwise.
    mutating func checkNumbers(in reading: Reading) {
        guard reading.value.canonicalBytesIfSame == nil else { return }
        for (_, member) in children(of: reading) { checkNumbers(in: member) }
        for element in elements(of: reading) { checkNumbers(in: element) }
        if case .number = reading.value {
            add(.numberSpelling, .error, at: reading, "is a number that is not spelled as RFC 8785 spells it.")
        }
    }

    /// Where the published schema does not fit, unless a rule has said more.
    mutating func checkShape() {
        let faults = (try? ManifestSchema.faults(in: document, version, limits: SchemaLimits(faults: 256))) ?? []
        for fault in faults { report(ManifestSchema.refusal(fault)) }
    }

    /// What the loader refuses and no rule has said yet. Gives what could be read.
    mutating func checkLoading(openAPI: [UInt8]?) -> LoadingCheck {
        if let openAPI, let bundlePlaces {
            do throws(JSONReadError) { _ = try JSONReader.read(openAPI, limits: .openAPIBundle) } catch {
                add(Lint.unreadable(error, .openAPI, bundlePlaces))
            }
        }
        let check = LoadingCheck(root, openAPI: openAPI)
        for refusal in check.refusals { report(refusal) }
        for (path, method) in check.unkeyed {
            add(
                .unkeyedCall, .warning, path,
                "\(path) is a \(method.rawValue) without X-Idempotency-Key: it is sent once, and an answer that is lost"
                    + " leaves open whether it was done.")
        }
        for (path, operation) in check.unsentKeys {
            add(
                .unsentKey, .error, path,
                "\(path) is never sent: \(Refusal.quote(operation)) does not declare the header X-Idempotency-Key.")
        }
        return check
    }

    private mutating func report(_ refusal: Refusal) {
        guard let fault = refusal.bundle else {
            guard !isKnown(refusal.path, refusal.rule, .manifest) else { return }
            return add(refusal.rule, .error, refusal.path, refusal.message)
        }
        guard !isKnown(fault.pointer, refusal.rule, .openAPI) else { return }
        let caller = refusal.path.isEmpty ? "" : " It is called at \(refusal.path)."
        add(refusal.rule, .error, fault.pointer, fault.message + caller, in: .openAPI)
    }

    /// Rules that say nothing of what the loader would say of the same place.
    private static let apart: Set<LintRule> = [.noWayOut, .sensitiveField]

    /// Whether the same is said already: there is an error at `path`, or one of the same rule around it or in it.
    func isKnown(_ path: String, _ rule: LintRule, _ document: Finding.Document) -> Bool {
        findings.contains { finding in
            guard finding.severity == .error, finding.document == document, !LintRun.apart.contains(finding.rule) else {
                return false
            }
            return path == finding.path || isInside(finding.path, path)
                || (rule == finding.rule || finding.rule.isOfShape) && isInside(path, finding.path)
        }
    }

    private func isInside(_ inner: String, _ outer: String) -> Bool {
        guard !outer.isEmpty, inner.hasPrefix(outer), let next = inner.dropFirst(outer.count).first else {
            return outer.isEmpty && !inner.isEmpty
        }
        return ".[/".contains(next)
    }
}

extension LintRule {
    /// Whether what stands in a place is so wrong that nothing inside it can be judged.
    var isOfShape: Bool { [.wrongType, .unknownMember, .tooMany, .invalidName].contains(self) }
}
