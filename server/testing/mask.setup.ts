/**
 * Lets everybody read what a test file writes, as a terminal does: code under test may have closed the mask of the
 * process (see `closeDataFolder`), which the files after it share, and a PostgreSQL of theirs is another user.
 */
process.umask(0o022)
