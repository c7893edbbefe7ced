import JourneyHarness
import Testing

@Suite("Which databases are tested")
struct AvailabilityTests {
    @Test(
        "PostgreSQL is one of them",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func postgreSQL() { #expect(DatabaseUnderTest.available == DatabaseUnderTest.allCases) }
}
