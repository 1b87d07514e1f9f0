/** Tools of every page: another theme, copying of code, search, and the reader's place. */
import { addCopyButtons } from './copy';
import { showPlace } from './place';
import { addSearch } from './search-dialog';
import { addThemeSwitch } from './theme-switch';

addThemeSwitch();
addCopyButtons();
addSearch();
showPlace();
