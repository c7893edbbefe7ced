import JourneyBase

extension PassFactory {
    /// Logs the number of pass types whose template doesn't allow binding, the service's purpose.
    static func warnOfBinding(of types: [PassTypeContent], _ log: Log) {
        let count = types.count { !$0.bindingObstacles.isEmpty }
        guard count > 0 else { return }
        log.record(
            .warning,
            "Pass templates without nfc or with a barcode cannot be bound; journey-gateway --check names them.",
            [.count: "\(count)"])
    }
}
