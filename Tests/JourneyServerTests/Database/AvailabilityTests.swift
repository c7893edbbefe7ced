import JourneyHarness
import Testing

@Suite("Tested databases")
struct AvailabilityTests {
    @Test(
        "PostgreSQL is among the tested databases",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func postgreSQL() { #expect(DatabaseUnderTest.available == DatabaseUnderTest.allCases) }
}
