// Once more, when PostgreSQL says that two transactions were in each other's way. SQLite lets one writer in at a time.

/** unique_violation, serialization_failure, deadlock_detected: a second try sees what the other one wrote. */
const worthAnotherTry = new Set(["23505", "40001", "40P01"]);

export async function retryOnce<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!worthAnotherTry.has(String((error as { code?: unknown }).code))) throw error;
    return transaction();
  }
}
