/// Paths on which this package and the suite differ, by title, and why.
extension PKITS {
    typealias Deviation = (why: String, refusal: Refusal, titles: [String])

    /// By title, the reason for refusing what the suite accepts.
    static let stricter: [String: Refusal] = Dictionary(
        uniqueKeysWithValues: refusals.flatMap { one in one.titles.map { ($0, one.refusal) } })

    /// Paths that the suite accepts and this package refuses.
    static let refusals: [Deviation] = [
        (
            "no policies are processed, so that critical policyMappings, policyConstraints and inhibitAnyPolicy are unknown",
            "CERT_UNKNOWN_CRITICAL",
            [
                "ValidPolicyMappingTest1", "ValidPolicyMappingTest3", "ValidPolicyMappingTest5",
                "ValidPolicyMappingTest6",
                "ValidPolicyMappingTest9", "ValidPolicyMappingTest11", "ValidPolicyMappingTest12",
                "ValidPolicyMappingTest13", "ValidPolicyMappingTest14", "ValidSelfIssuedinhibitAnyPolicyTest7",
                "ValidSelfIssuedinhibitAnyPolicyTest9", "ValidSelfIssuedinhibitPolicyMappingTest7",
                "ValidSelfIssuedrequireExplicitPolicyTest6", "ValidinhibitAnyPolicyTest2",
                "ValidinhibitPolicyMappingTest2", "ValidinhibitPolicyMappingTest4", "ValidrequireExplicitPolicyTest1",
                "ValidrequireExplicitPolicyTest2", "ValidrequireExplicitPolicyTest4", "inhibitAnyPolicyTest3",
            ]
        ),
        (
            "an authority where a signer belongs: the leaf itself may sign certificates", "CERT_AUTHORITY",
            [
                "OverlappingPoliciesTest6", "ValidonlyContainsCACertsTest13", "ValidpathLenConstraintTest8",
                "ValidpathLenConstraintTest14",
            ]
        ),
        (
            "an authority's basicConstraints have to be critical (RFC 5280, section 4.2.1.9)", "CERT_AUTHORITY",
            ["ValidbasicConstraintsNotCriticalTest4"]
        ),
        ("DSA is not allowed", "CERT_KEY", ["ValidDSASignaturesTest4", "ValidDSAParameterInheritanceTest5"]),
        (
            "a time before 2050 has to be a UTCTime (RFC 5280, section 4.1.2.5)", "UNREADABLE",
            ["ValidGeneralizedTimenotBeforeDateTest4"]
        ),
        (
            "constraints on URIs are not processed, so that no URI is permitted below them", "CERT_NAME_NOT_PERMITTED",
            ["ValidURInameConstraintsTest34", "ValidURInameConstraintsTest36"]
        ),
        (
            "lists by another issuer, or of a part of the certificates, have critical extensions, which are all refused",
            "CERT_REVOCATION_UNKNOWN",
            [
                "ValidIDPwithindirectCRLTest22", "ValidIDPwithindirectCRLTest24", "ValidIDPwithindirectCRLTest25",
                "ValidcRLIssuerTest28", "ValidcRLIssuerTest29", "ValidcRLIssuerTest30", "ValidcRLIssuerTest33",
                "ValiddistributionPointTest1", "ValiddistributionPointTest4", "ValiddistributionPointTest5",
                "ValiddistributionPointTest7", "ValidonlySomeReasonsTest18", "ValidonlySomeReasonsTest19",
            ]
        ),
        (
            "a list counts when the key that signed the certificate signed it too: not another key of the same authority",
            "CERT_REVOCATION_UNKNOWN",
            [
                "ValidBasicSelfIssuedCRLSigningKeyTest6", "ValidBasicSelfIssuedNewWithOldTest3",
                "ValidBasicSelfIssuedNewWithOldTest4", "ValidBasicSelfIssuedOldWithNewTest1",
                "ValidDNnameConstraintsTest19", "ValidSelfIssuedpathLenConstraintTest15",
                "ValidSelfIssuedpathLenConstraintTest17", "ValidSeparateCertificateandCRLKeysTest19",
            ]
        ),
        (
            "changes to a list (delta lists) are not processed: what the list revokes stays revoked", "CERT_REVOKED",
            ["ValiddeltaCRLTest5"]
        ),
    ]

    /// Paths that the suite refuses and this package accepts.
    static let acceptances: [(why: String, titles: Set<String>)] = [
        (
            "no policies are processed, and policyConstraints that are not critical are passed over (RFC 5280, section 4.2)",
            ["DifferentPoliciesTest4", "DifferentPoliciesTest5", "DifferentPoliciesTest9", "DifferentPoliciesTest12"]
        ),
        (
            "changes to a list (delta lists) are not processed: what one revokes is revoked by the next list",
            ["InvaliddeltaCRLTest4"]
        ),
    ]
}
