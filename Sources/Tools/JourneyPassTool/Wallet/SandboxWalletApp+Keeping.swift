import JourneyBase
import WalletPass

extension SandboxWalletApp {
    /// Keeps passes, all before the first is registered, so that nothing that a service does comes between them.
    func keep(_ passes: [ReceivedPass]) async throws {
        let there = try await folder.passes(verifier)
        var ids = Set(there.map(\.id))
        for pass in passes {
            // A pass type is one team's; another team's certificate takes the place of none of its passes.
            guard there.allSatisfy({ $0.id != pass.id || $0.names == pass.verified.names }) else {
                throw JourneyError(
                    .walletPassOther, "The wallet has a pass of that type and serial number of another team's.")
            }
        }
        for pass in passes {
            try await folder.keep(
                pass, record: KeptPass.Record(isRegistered: false, digest: KeptPass.digest(pass.bytes)))
            let isNew = ids.insert(pass.id).inserted
            tell(.kept(id: pass.id, serialNumber: pass.verified.serialNumber, isNew: isNew))
        }
        for pass in passes { try await register(pass) }
    }

    /// Asks to be told of updates; a web service that fails is no reason not to have the pass.
    private func register(_ pass: ReceivedPass) async throws {
        var record = KeptPass.Record(isRegistered: false, digest: KeptPass.digest(pass.bytes))
        guard let kept = KeptPass(pass.bytes, pass.verified.files, record: record), let service = kept.webService else {
            return
        }
        let device = try await folder.device(dependencies.random)
        do {
            try await PassWebService(transport: transport, device: device).register(kept)
            record.isRegistered = true
            try await folder.save(record, of: pass.id)
            tell(.registered(host: service.origin.host))
        } catch let error as JourneyError {
            tell(.notRegistered(reason: error.message))
        }
    }
}
