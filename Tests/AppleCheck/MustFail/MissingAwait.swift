// must fail: expression is 'async' but is not marked with 'await'
import LocalAuthentication

enum Sample {
    static func ask(_ context: LAContext) async throws -> Bool {
        try context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "")
    }
}
