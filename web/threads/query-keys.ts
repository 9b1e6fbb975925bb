export const THREADS = ['threads'];
