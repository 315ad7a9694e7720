import { createContext } from 'react';

/** Whether what is rendered stands in a dialog. Apart from the dialog, whose script forms of pages do not load. */
export const InDialog = createContext(false);
