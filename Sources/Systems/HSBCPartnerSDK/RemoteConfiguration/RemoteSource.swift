internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

/// Fetches, verifies and stores the bank's remote configuration, and returns the one in force.
///
/// Nothing is used before its signature is verified. Older documents, and other documents with the same sequence number, are
/// refused across restarts. While the bank can't be reached, the last configuration stays in force for its grace period; after
/// that, no journey runs.
struct RemoteSource: Sendable {
    static let options = HTTPOptions(timeout: .seconds(10), bodyLimit: RemoteConfiguration.limit)
    /// The tolerance, in seconds, for a device clock that shows less than the latest time seen. Beyond it, the record's age is
    /// meaningless.
    private static let setBack: TimeInterval = 300

    let config: HSBCInitConfig
    let network: RunNetwork
    let identity: RequestIdentity
    let memory: RemoteConfigurationCache
    let dependencies: Dependencies

    /// The configuration in force and where it came from.
    struct RemoteState: Sendable {
        let configuration: RemoteConfiguration
        /// The pins that replace the host app's own for the same hosts.
        let pins: PinPolicy
        /// The time at which the configuration ends unless it is confirmed again.
        let end: Date
        /// The reason for which the bank could not be reached; `nil` when it was.
        var outage: JourneyError?
    }

    /// Returns the bank's current configuration, or the stored one while the bank can't be reached.
    ///
    /// - Throws: The code of the failure, `STORE_FAILED`, or `CancellationError`.
    func remoteState() async throws -> RemoteState {
        let record = try await memory.load()
        do { return try await fetch(record) } catch let error as JourneyError where error.code != .storeFailed {
            let stored = stored(record)
            // Also when the configuration has ended: setting the clock back must not bring it back into force.
            try await recordTime(record)
            guard var stored else { throw error }
            stored.outage = error
            return stored
        }
    }

    /// Returns the pins of the stored configuration while it is in force; else none.
    func knownPins() async -> PinPolicy { stored(try? await memory.load())?.pins ?? .none }

    /// Requests the configuration from the bank.
    private func fetch(_ record: RemoteRecord?) async throws -> RemoteState {
        guard let url = config.remoteConfigurationAddress else {
            throw JourneyError(
                .configurationInvalid, "The remote configuration's address can't be built from the gateway's address.")
        }
        // A record that no longer verifies (its key was withdrawn) is not offered as known.
        let known = record.flatMap { record in (try? verified(record.document)).map { (record, $0) } }
        var request = HTTPRequest(
            url: url, headers: identity.headers(span: .random(dependencies), token: nil))
        request.headers["Accept"] = "application/jose"
        if let known { request.headers["If-None-Match"] = known.0.entityTag }
        let response: HTTPResponse
        do {
            // The document is signed, so the app's own pins are accepted too: wrong pins in one document must not block the next
            // one.
            let pins = try known?.1.configuration.pinPolicy() ?? .none
            let trust = TLSTrust(
                authorities: config.endpoints.trust.authorities, pins: config.endpoints.trust.pins.extended(by: pins))
            response = try await network.transport(believing: trust).send(request, options: RemoteSource.options)
        } catch let error as JourneyError {
            // TLS and pin failures, and a missing first contact, are reported as they are.
            let isPlain =
                [.tlsFail, .pinningFail].contains(error.code)
                || record == nil && [.netUnreachable, .netTimeout].contains(error.code)
            throw isPlain ? error : RemoteSource.unavailable("could not be fetched (\(error.code))")
        } catch  where !Task.isCancelled {
            // A host's own transport may throw any error.
            throw RemoteSource.unavailable("could not be fetched")
        }
        switch response.status {
        case 304:
            guard let known, known.0.entityTag != nil else {
                throw RemoteSource.unavailable("request was answered with HTTP status 304, but no valid copy is stored")
            }
            return try await store(known.0, known.1.configuration)
        case 200:
            let document = try verified(response.body)
            try check(document, against: record)
            return try await store(
                RemoteRecord(
                    sequence: document.configuration.sequence, digest: document.digest, document: response.body,
                    entityTag: RemoteSource.entityTag(of: response), confirmed: dependencies.now()),
                document.configuration)
        default: throw RemoteSource.unavailable("request was answered with HTTP status \(response.status)")
        }
    }

    /// Stores `configuration` as confirmed now, and returns it.
    private func store(_ record: RemoteRecord, _ configuration: RemoteConfiguration) async throws -> RemoteState {
        var record = record
        record.confirmed = dependencies.now()
        // The bank was reached, so an earlier wrong clock no longer matters.
        record.seen = record.confirmed
        // A run that has ended stores nothing: the next one may have newer data.
        try Task.checkCancellation()
        try await memory.save(record)
        return try remoteState(configuration, confirmed: record.confirmed)
    }

    /// Stores the current time in the record, as the latest one seen without the bank.
    private func recordTime(_ record: RemoteRecord?) async throws {
        guard var record, dependencies.now() > record.seen else { return }
        record.seen = dependencies.now()
        try Task.checkCancellation()
        try await memory.save(record)
    }

    private func verified(_ document: [UInt8]) throws(JourneyError) -> VerifiedRemoteConfiguration {
        let verified = try RemoteConfiguration.verify(
            document, keys: config.endpoints.remoteConfigurationKeys, environment: config.environment.rawValue,
            now: dependencies.now())
        let pins = try verified.configuration.pinPolicy()
        // A missing pin set must not unpin hosts that the app was shipped with pins for.
        if let host = config.endpoints.trust.pins.exposed(by: pins) {
            throw JourneyError(
                .remoteConfigInvalid,
                "The remote configuration's pins would leave the subdomains of \(host) unpinned.")
        }
        return verified
    }

    private func check(
        _ document: VerifiedRemoteConfiguration, against record: RemoteRecord?
    ) throws(JourneyError) {
        guard let record else { return }
        guard document.configuration.sequence >= record.sequence else {
            throw JourneyError(.remoteConfigRollback, "The remote configuration is older than the last accepted one.")
        }
        guard document.configuration.sequence > record.sequence || document.digest == record.digest else {
            throw JourneyError(
                .remoteConfigRollback,
                "The remote configuration has the last accepted sequence number, but other content.")
        }
    }

    /// Returns the stored configuration while it is in force.
    private func stored(_ record: RemoteRecord?) -> RemoteState? {
        guard let record, let document = try? verified(record.document),
            let state = try? remoteState(document.configuration, confirmed: record.confirmed)
        else { return nil }
        let now = dependencies.now()
        guard now <= state.end, now >= record.seen.addingTimeInterval(-RemoteSource.setBack) else { return nil }
        return state
    }

    private func remoteState(_ configuration: RemoteConfiguration, confirmed: Date) throws(JourneyError) -> RemoteState
    {
        let grace = confirmed.addingTimeInterval(configuration.grace / .seconds(1))
        return RemoteState(
            configuration: configuration, pins: try configuration.pinPolicy(), end: min(grace, configuration.notAfter))
    }

    static func unavailable(_ what: String) -> JourneyError {
        JourneyError(.remoteConfigUnavailable, "The remote configuration \(what).", recovery: .restart)
    }

    /// Returns the entity tag where it has the form and length of one, because it is sent back in a header.
    private static func entityTag(of response: HTTPResponse) -> String? {
        response.headers["ETag"].flatMap { tag in
            tag.utf8.count <= 256 && HTTPFields.isSafe(name: "If-None-Match", value: tag) ? tag : nil
        }
    }
}
