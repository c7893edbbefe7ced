/// The elements that people have words for (ISO/IEC 18013-5, table 5; the European Union's PID rulebook). Others go by their
/// identifier.
enum ElementWord: String, CaseIterable {
    case familyName = "family_name"
    case givenName = "given_name"
    case birthDate = "birth_date"
    case issueDate = "issue_date"
    case expiryDate = "expiry_date"
    case issuingCountry = "issuing_country"
    case issuingAuthority = "issuing_authority"
    case documentNumber = "document_number"
    case portrait
    case drivingPrivileges = "driving_privileges"
    case distinguishingSign = "un_distinguishing_sign"
    case administrativeNumber = "administrative_number"
    case sex
    case height
    case weight
    case eyeColour = "eye_colour"
    case hairColour = "hair_colour"
    case birthPlace = "birth_place"
    case placeOfBirth = "place_of_birth"
    case residentAddress = "resident_address"
    case residentCity = "resident_city"
    case residentState = "resident_state"
    case residentPostalCode = "resident_postal_code"
    case residentCountry = "resident_country"
    case portraitCaptureDate = "portrait_capture_date"
    case ageInYears = "age_in_years"
    case ageBirthYear = "age_birth_year"
    case issuingJurisdiction = "issuing_jurisdiction"
    case nationality
    case familyNameNational = "family_name_national_character"
    case givenNameNational = "given_name_national_character"
    case signature = "signature_usual_mark"
    case personalNumber = "personal_administrative_number"
}
