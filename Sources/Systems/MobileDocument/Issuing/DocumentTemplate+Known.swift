extension DocumentTemplate {
    /// A mobile driving licence (ISO/IEC 18013-5, section 7.2, table 5).
    public static let drivingLicence = DocumentTemplate(
        docType: .drivingLicence,
        nameSpaces: [
            "org.iso.18013.5.1": required([
                ("family_name", .text), ("given_name", .text), ("birth_date", .fullDate),
                ("issue_date", .fullDateOrTime), ("expiry_date", .fullDateOrTime), ("issuing_country", .country),
                ("issuing_authority", .text), ("document_number", .text), ("portrait", .bytes),
                ("driving_privileges", .list(of: privilege)), ("un_distinguishing_sign", .text),
            ])
                + optional([
                    ("administrative_number", .text), ("sex", .unsigned), ("height", .unsigned), ("weight", .unsigned),
                    ("eye_colour", .text), ("hair_colour", .text), ("birth_place", .text), ("resident_address", .text),
                    ("portrait_capture_date", .fullDateOrTime), ("age_in_years", .unsigned),
                    ("age_birth_year", .unsigned), ("age_over_NN", .boolean), ("issuing_jurisdiction", .text),
                    ("nationality", .country), ("resident_city", .text), ("resident_state", .text),
                    ("resident_postal_code", .text), ("resident_country", .country),
                    ("biometric_template_face", .bytes), ("biometric_template_finger", .bytes),
                    ("biometric_template_signature_sign", .bytes), ("biometric_template_iris", .bytes),
                    ("family_name_national_character", .text), ("given_name_national_character", .text),
                    ("signature_usual_mark", .bytes),
                ])
        ])

    /// Person identification data of the European Union (PID rulebook).
    public static let personIdentification = DocumentTemplate(
        docType: .personIdentification,
        nameSpaces: [
            "eu.europa.ec.eudi.pid.1": required([
                ("family_name", .text), ("given_name", .text), ("birth_date", .fullDate),
                (
                    "place_of_birth",
                    .map([Member("country", .country), Member("region", .text), Member("locality", .text)])
                ),
                ("nationality", .list(of: .country)), ("expiry_date", .fullDateOrTime), ("issuing_authority", .text),
                ("issuing_country", .country),
            ])
                + optional([
                    ("resident_address", .text), ("resident_country", .country), ("resident_state", .text),
                    ("resident_city", .text), ("resident_postal_code", .text), ("resident_street", .text),
                    ("resident_house_number", .text), ("personal_administrative_number", .text), ("portrait", .bytes),
                    ("family_name_birth", .text), ("given_name_birth", .text), ("sex", .unsigned),
                    ("email_address", .text), ("mobile_phone_number", .text), ("document_number", .text),
                    ("issuing_jurisdiction", .text), ("location_status", .text), ("issuance_date", .fullDateOrTime),
                    ("age_in_years", .unsigned), ("age_birth_year", .unsigned), ("age_over_NN", .boolean),
                    ("trust_anchor", .text),
                ])
        ])

    /// A proof of age of the European Union (age verification profile).
    public static let ageVerification = DocumentTemplate(
        docType: .ageVerification,
        nameSpaces: [
            "eu.europa.ec.av.1": required([("age_over_18", .boolean)]) + optional([("age_over_NN", .boolean)])
        ])

    /// Those that are built in.
    public static let known = [drivingLicence, personIdentification, ageVerification]

    private typealias Member = ValueForm.Member

    private static let privilege = ValueForm.map([
        Member("vehicle_category_code", .text, isRequired: true), Member("issue_date", .fullDate),
        Member("expiry_date", .fullDate),
        Member(
            "codes",
            .list(
                of: .map([Member("code", .text, isRequired: true), Member("sign", .text), Member("value", .text)]))),
    ])

    private static func required(_ list: [(String, ValueForm)]) -> [ValueForm.Member] {
        list.map { Member($0.0, $0.1, isRequired: true) }
    }

    private static func optional(_ list: [(String, ValueForm)]) -> [ValueForm.Member] {
        list.map { Member($0.0, $0.1) }
    }
}
