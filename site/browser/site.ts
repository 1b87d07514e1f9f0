/** Tools of every page: another theme, copying of code, search. */
import { addCopyButtons } from './copy';
import { addSearch } from './search-dialog';
import { addThemeSwitch } from './theme-switch';

addThemeSwitch();
addCopyButtons();
addSearch();
