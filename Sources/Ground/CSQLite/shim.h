// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions.
#pragma once
#include <sqlite3.h>

// Extended codes, which are expressions there.
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int csqlite_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_row_id = SQLITE_CONSTRAINT_ROWID;
static const int csqlite_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int csqlite_constraint_not_null = SQLITE_CONSTRAINT_NOTNULL;
static const int csqlite_constraint_data_type = SQLITE_CONSTRAINT_DATATYPE;
static const int csqlite_busy_snapshot = SQLITE_BUSY_SNAPSHOT;

/// Keeps SQL from damaging the file on purpose (SQLITE_DBCONFIG_DEFENSIVE).
static inline int csqlite_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Has SQLite copy what is bound (SQLITE_TRANSIENT, which Swift cannot write).
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    // Without an address it would be null, not empty.
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
