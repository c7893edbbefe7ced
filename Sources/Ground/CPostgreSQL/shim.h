#pragma once
#include <libpq-fe.h>

// Macros that Swift does not import as what they are.

/// The field of an error that holds its SQLSTATE.
static const int cpostgresql_sqlstate = PG_DIAG_SQLSTATE;

/// Keeps the library from writing the server's notices to standard error.
static inline void cpostgresql_silence(PGconn *connection);

static void cpostgresql_ignore(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

static inline void cpostgresql_silence(PGconn *connection) {
    PQsetNoticeReceiver(connection, cpostgresql_ignore, NULL);
}
