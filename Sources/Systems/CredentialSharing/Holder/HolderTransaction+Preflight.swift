import JourneyBase

extension HolderTransaction {
    /// `preflight`, until nothing is missing: each thing that is, one after the other, as often as it takes.
    mutating func preflight() async throws(Stop) {
        carry(parts.gate.changes()) { .prerequisites }
        var check = await checked()
        // The steps that the person was told of.
        var steps: Set<Permission> = []
        while !check.missing.isEmpty {
            guard !check.isHopeless else { throw .failed(SessionError(.capabilityMissing)) }
            if steps.isSuperset(of: check.missing) {
                await show(check, of: steps.count, isFirst: false)
            } else {
                steps.formUnion(check.missing)
                try enter(.preflight(missing: steps))
                await show(check, of: steps.count, isFirst: true)
            }
            check = try await progress(after: check)
        }
        if !steps.isEmpty { await parts.view.updateProgress(nil, left: 0) { _ in } }
        isReady = true
        try enter(.readyToPresent)
        await render(.readyToPresent, parts.view.screens.ready)
    }

    private func checked() async -> PrerequisiteGate.Check {
        let check = await parts.gate.checkCapabilities()
        log.record(.debug, "OR->>PG: checkCapabilities")
        log.record(.debug, "PG-->>OR: missing", [.count: "\(check.missing.count)"])
        return check
    }

    /// Waits until something changed, and looks again. A denial changes nothing, and stays in the loop.
    private mutating func progress(after check: PrerequisiteGate.Check) async throws(Stop) -> PrerequisiteGate.Check {
        while true {
            let event = await next()
            switch event {
            case .resolve(let permission):
                log.record(.debug, "OR->>PG: requestAuthorization", [.step: permission.rawValue])
                let gate = parts.gate
                let answer: Result<Permission.Lack?, any Error> = try await work {
                    await gate.requestAuthorization(permission)
                }
                let lack = (try? answer.get()) ?? nil
                log.record(.debug, "PG-->>OR: status", [.status: lack?.rawValue ?? "authorized"])
                return await checked()
            case .settings(let permission):
                let gate = parts.gate
                let _: Result<Void, any Error> = try await work { await gate.openSettings(for: permission) }
                // The screen stands again when the person comes back.
                return await checked()
            case .prerequisites:
                // Nearly always what a request has brought about, which was looked at then.
                if await parts.gate.checkCapabilities() != check { return await checked() }
            default: try await heed(event)
            }
        }
    }

    private func show(_ check: PrerequisiteGate.Check, of total: Int, isFirst: Bool) async {
        guard let (permission, lack) = check.next else { return }
        let screen = parts.view.screens.preflight(
            permission, lack, total: total, left: check.missing.count,
            hasSettings: parts.gate.hasSettings(for: permission))
        let calls = parts.calls
        let answered: @Sendable (ScreenAction) -> Void = { answer in
            switch answer.action {
            case HolderScreens.ActionID.enable: calls.resolve(permission)
            case HolderScreens.ActionID.settings: calls.openSettings(for: permission)
            default: calls.cancelPresentation()
            }
        }
        if isFirst {
            await parts.view.render(.preflight, screen, answered: answered)
        } else {
            await parts.view.updateProgress(screen, left: check.missing.count, answered: answered)
        }
    }
}

extension PrerequisiteGate.Check {
    /// The next step: what the device lacks before what the person may allow.
    var next: (Permission, Permission.Lack)? {
        lacks.sorted { a, b in
            a.value.isOfDevice == b.value.isOfDevice ? a.key.rawValue < b.key.rawValue : a.value.isOfDevice
        }.first.map { ($0.key, $0.value) }
    }
}
