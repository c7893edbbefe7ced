internal import JourneyBase
internal import JourneyWire

extension LintRun {
    /// Reports numbers that the signed canonical form spells differently.
    mutating func checkNumbers(in reading: Reading) {
        guard reading.value.canonicalBytesIfSame == nil else { return }
        for (_, member) in children(of: reading) { checkNumbers(in: member) }
        for element in elements(of: reading) { checkNumbers(in: element) }
        if case .number = reading.value {
            add(.numberSpelling, .error, at: reading, "is a number that is not in the canonical form of RFC 8785.")
        }
    }

    /// Reports violations of the published schema that no rule has reported yet.
    mutating func checkShape() {
        let faults = (try? ManifestSchema.faults(in: document, version, limits: SchemaLimits(faults: 256))) ?? []
        for fault in faults { report(ManifestSchema.refusal(fault)) }
    }

    /// Reports everything that the loader refuses and no rule has reported yet. Returns the parts that could be read.
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
                version >= .v13
                    ? "\(path) moves money and is sent once, and no 'status' decides it if the response is lost."
                    : "\(path) is a \(method.rawValue) without \(BankHeader.idempotencyKey): it is sent once, and if the response is lost,"
                        + " its result stays unknown.")
        }
        for (path, operation) in check.undeclaredKeys {
            add(
                .undeclaredKey, .warning, path,
                "\(path) is not declared by \(Refusal.quote(operation)), so the bank may ignore it and execute a repeat."
            )
        }
        for (path, operation) in check.unsentKeys {
            add(
                .unsentKey, .error, path,
                "\(path) is never sent: \(Refusal.quote(operation)) does not declare the header \(BankHeader.idempotencyKey)."
            )
        }
        for (pointer, message) in check.uncheckedPatterns {
            add(.oapiPattern, .warning, pointer, message, in: .openAPI)
        }
        return check
    }

    /// Reports values that an approval does not show. Pages can only be followed through a journey that loads otherwise.
    mutating func checkApprovals(openAPI: [UInt8]?) {
        guard let openAPI, !findings.contains(where: { $0.severity == .error }),
            let head = try? ManifestHead(Reading(document, code: .manifestInvalid))
        else { return }
        do throws(Refusal) { _ = try JourneyBuilder.journey(head, hash: [], openAPI: openAPI) } catch {
            report(error)
        }
    }

    private mutating func report(_ refusal: Refusal) {
        guard let fault = refusal.bundle else {
            guard !isKnown(refusal.path, refusal.rule, .manifest) else { return }
            return add(refusal.rule, .error, refusal.path, refusal.message)
        }
        guard !isKnown(fault.pointer, refusal.rule, .openAPI) else { return }
        let caller = refusal.path.isEmpty ? "" : " Called at \(refusal.path)."
        add(refusal.rule, .error, fault.pointer, fault.message + caller, in: .openAPI)
    }

    /// Rules that are independent of the loader's refusals at the same path.
    private static let apart: Set<LintRule> = [.noWayOut, .sensitiveField]

    /// Returns `true` if the problem is already reported: an error at `path`, or one of the same rule at an enclosing or nested
    /// path.
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
    /// `true` if the value at a path is so wrong that nothing inside it can be checked.
    var isOfShape: Bool { [.wrongType, .unknownMember, .tooMany, .invalidName].contains(self) }
}
