internal import JourneyBase
internal import JourneyCrypto

/// An approval key in an enclave, unlocked with the biometrics that were enrolled when it was made.
///
/// Key, enrolment and earlier failures are checked before each prompt, so that the person is never asked in vain.
struct EnclaveApprovalKey: ApprovalKey {
    private let keys: EnclaveKeys
    private let kept: InstanceKeyStore

    init(_ enclave: any KeyEnclave, store: any SecretStore) {
        let keys = EnclaveKeys(enclave: enclave, store: store)
        self.keys = keys
        // Concurrent first calls share one key.
        kept = InstanceKeyStore(isRemembered: false) {
            if let key = try await keys.approvalKey() { return key }
            return try await keys.makeApprovalKey()
        }
    }

    var drawsAboveScreens: Bool { true }

    func requireUsable() async throws {
        // Without biometrics no key can be made, and a missing key is not an error.
        try keys.enclave.requireBiometrics()
        guard try await keys.approvalKey() != nil else { return }
        try EnclaveApprovalKey.check(try await keys.approvalRecord().status(at: keys.enclave.enrolment()))
    }

    func unlock(showing statement: String) async throws -> any SigningKey {
        try await requireUsable()
        guard let key = try await kept.key() as? any EnclaveSigningKey else {
            throw JourneyError(.storeFailed, "Opening 'approval-key' failed: it is not an enclave key.")
        }
        return SingleUseKey(RecordedKey(try await key.unlocked(showing: statement), keys))
    }

    fileprivate static func check(_ status: ApprovalKeyRecord.Status) throws(JourneyError) {
        switch status {
        case .usable, .doubtful: return
        case .enrolmentChanged:
            throw JourneyError(
                .enrolmentChanged,
                "Using 'approval-key' failed: the enrolled fingers or faces were changed since it was made. Erase it.")
        case .unusable: throw EnclaveKeys.unusable("approval-key")
        }
    }
}

/// An unlocked approval key that records whether it signs.
private struct RecordedKey: SigningKey {
    let key: any SigningKey
    let keys: EnclaveKeys

    init(_ key: any SigningKey, _ keys: EnclaveKeys) {
        self.key = key
        self.keys = keys
    }

    var publicKey: P256PublicKey { key.publicKey }

    func sign(_ message: [UInt8]) async throws -> [UInt8] {
        let signature: [UInt8]
        do { signature = try await key.sign(message) } catch {
            var record = try await keys.approvalRecord()
            record.refused()
            try? await keys.save(record)
            try EnclaveApprovalKey.check(record.status(at: keys.enclave.enrolment()))
            throw error
        }
        // The signature is valid even when its record can't be stored.
        if var record = try? await keys.approvalRecord(), record.signed(keys.enclave.enrolment()) {
            try? await keys.save(record)
        }
        return signature
    }
}
