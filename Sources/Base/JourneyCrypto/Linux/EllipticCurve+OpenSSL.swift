import COpenSSL
import JourneyBase

extension EllipticCurve {
    /// OpenSSL's name for the curve.
    var groupName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        }
    }

    /// OpenSSL's group of the curve.
    var group: OpaquePointer {
        switch self {
        case .p256: EllipticCurve.p256Group.value
        case .p384: EllipticCurve.p384Group.value
        case .p521: EllipticCurve.p521Group.value
        }
    }

    /// The template key from which public keys are made.
    var keyTemplate: OpaquePointer {
        switch self {
        case .p256: EllipticCurve.p256Template.value
        case .p384: EllipticCurve.p384Template.value
        case .p521: EllipticCurve.p521Template.value
        }
    }

    // Never changed after they are made, and live as long as the process.
    private static let p256Group = ThreadSafe(group(NID_X9_62_prime256v1))
    private static let p384Group = ThreadSafe(group(NID_secp384r1))
    private static let p521Group = ThreadSafe(group(NID_secp521r1))

    // Never changed after they are made: keys are copies of them.
    private static let p256Template = ThreadSafe(template(.p256))
    private static let p384Template = ThreadSafe(template(.p384))
    private static let p521Template = ThreadSafe(template(.p521))

    private static func template(_ curve: EllipticCurve) -> OpaquePointer {
        OpenSSL.required(copenssl_ec_curve(curve.groupName))
    }

    private static func group(_ name: Int32) -> OpaquePointer { OpenSSL.required(EC_GROUP_new_by_curve_name(name)) }
}
