import JourneyBase

extension PassFactory {
    /// Says how many pass types have a template whose passes can't be bound, which is what the service is for.
    static func warnOfBinding(of types: [PassTypeContent], _ log: Log) {
        let count = types.count { !$0.bindingObstacles.isEmpty }
        guard count > 0 else { return }
        log.record(
            .warning,
            "Templates of pass types have no nfc, or a barcode: their passes cannot be bound. --check names them.",
            [.count: "\(count)"])
    }
}
