/** The folder of compiled code in the project. */
export const COMPILED = 'dist';
