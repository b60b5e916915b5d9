/** Where the migrations lie. */
export const migrationsFolder = new URL('./migrations/', import.meta.url);
