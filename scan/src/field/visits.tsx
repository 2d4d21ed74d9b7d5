/** Pages for who calls on shops and who joins, which the work in a store does not need: they come together, apart from it. */
export { InspectPage } from './pages/inspect/inspect.tsx';
export { InspectionsPage } from './pages/inspect/inspections.tsx';
export { ApplyPage } from './pages/join/apply.tsx';
export { JoinPage } from './pages/join/join.tsx';
export { ShopFormPage } from './pages/shops/shop-form.tsx';
export { ShopsPage } from './pages/shops/shops.tsx';
